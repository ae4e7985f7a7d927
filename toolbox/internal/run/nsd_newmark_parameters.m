function [options, family, now] = nsd_newmark_parameters(options)
%NSD_NEWMARK_PARAMETERS  Gamma, Beta, AlphaM and AlphaF of the Newmark family in the options.
%   FAMILY: the method is one of them. NOW: weight of the end of the step in its forces. Outside the
%   range of unconditional stability nsd:simulate:unstableParameters warns.
  family = true;
  now = 1;
  options.AlphaM = 0;
  options.AlphaF = 0;
  switch options.Method
    case 'newmark'
    case 'naive'
      options.AlphaF = nsd_or(options.Alpha, 0);
    case 'hht'                       % (116): 2 beta >= gamma >= 1/2, 0 <= alpha <= gamma - 1/2
      options.AlphaF = nsd_or(options.Alpha, 0.05);
      options.Gamma = 0.5 + options.AlphaF;
      options.Beta = [];
    case 'genalpha'                  % Chung and Hulbert (1993)
      rho = options.SpectralRadius;
      options.AlphaM = (2*rho - 1)/(rho + 1);
      options.AlphaF = rho/(rho + 1);
      options.Gamma = 0.5 + options.AlphaF - options.AlphaM;
      options.Beta = [];
    otherwise
      family = false;
      options.Beta = 0.25;
      return
  end
  options.Beta = nsd_or(options.Beta, (options.Gamma + 0.5)^2/4);
  now = (1 - options.AlphaF)/(1 - options.AlphaM);
  if strcmp(options.Method, 'naive') && ~(options.Gamma > 0 && options.Beta > 0)
    error('nsd:simulate:badParameters', ...
          'naive needs Gamma > 0 and Beta > 0: otherwise contact forces have no effect');
  end
  if ~strcmp(options.JointForce, 'none') && ~(options.Gamma > 0)
    error('nsd:simulate:badParameters', ...
          'JointForce needs Gamma > 0: otherwise forces at the end of a step do not reach v');
  end
  check_stability(options.Gamma, options.Beta);
end

function check_stability(gamma, beta)
  if gamma < 0.5
    nsd_warn('nsd:simulate:unstableParameters', ...
             'Gamma = %g adds energy to every vibration: take Gamma >= 1/2', gamma);
  elseif 2*beta < gamma - 1e-14
    nsd_warn('nsd:simulate:unstableParameters', ...
             ['2 Beta = %g < Gamma = %g: stable only for small steps (h times the highest ' ...
              'frequency below %.3g); take Beta >= Gamma/2'], 2*beta, gamma, ...
             1/sqrt(gamma/2 - beta));
  end
end
