function p = nsd_newmark_parameters(options)
%NSD_NEWMARK_PARAMETERS  gamma, beta, alphaM, alphaF of the Newmark family from the options.
%   Outside the range of unconditional stability nsd:simulate:unstableParameters warns.
  p = struct('family', true, 'gamma', options.Gamma, 'beta', options.Beta, 'alphaM', 0, ...
             'alphaF', 0, 'now', 1);
  switch options.Method
    case 'newmark'
    case 'naive'
      p.alphaF = nsd_or(options.Alpha, 0);
    case 'hht'                       % (116): 2 beta >= gamma >= 1/2, 0 <= alpha <= gamma - 1/2
      p.alphaF = nsd_or(options.Alpha, 0.05);
      p.gamma = 0.5 + p.alphaF;
      p.beta = [];
    case 'genalpha'                  % Chung and Hulbert (1993)
      rho = options.SpectralRadius;
      p.alphaM = (2*rho - 1)/(rho + 1);
      p.alphaF = rho/(rho + 1);
      p.gamma = 0.5 + p.alphaF - p.alphaM;
      p.beta = [];
    otherwise
      p.family = false;
      p.beta = 0.25;
      return
  end
  p.beta = nsd_or(p.beta, (p.gamma + 0.5)^2/4);
  p.now = (1 - p.alphaF)/(1 - p.alphaM);
  if strcmp(options.Method, 'naive') && ~(p.gamma > 0 && p.beta > 0)
    error('nsd:simulate:badParameters', ...
          'naive needs Gamma > 0 and Beta > 0: otherwise contact forces have no effect');
  end
  check_stability(p);
end

function check_stability(p)
  if p.gamma < 0.5
    warning('nsd:simulate:unstableParameters', ...
            'Gamma = %g adds energy to every vibration: take Gamma >= 1/2', p.gamma);
  elseif 2*p.beta < p.gamma - 1e-14
    warning('nsd:simulate:unstableParameters', ...
            ['2 Beta = %g < Gamma = %g: stable only for small steps (h times the highest ' ...
             'frequency below %.3g); take Beta >= Gamma/2'], 2*p.beta, p.gamma, ...
            1/sqrt(p.gamma/2 - p.beta));
  end
end
