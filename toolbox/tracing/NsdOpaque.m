classdef NsdOpaque
%NSDOPAQUE  Functions that NsdTrace cannot record: each raises an error with the user's line.
%   Functions that are not listed here raise their own error, in Octave without a line.

  methods
    function varargout = disp(varargin), varargout = opaque('disp'); end
    function varargout = display(varargin), varargout = opaque('display'); end
    function varargout = fprintf(varargin), varargout = opaque('fprintf'); end
    function varargout = sprintf(varargin), varargout = opaque('sprintf'); end
    function varargout = num2str(varargin), varargout = opaque('num2str'); end
    function varargout = mat2str(varargin), varargout = opaque('mat2str'); end
    function varargout = warning(varargin), varargout = opaque('warning'); end
    function varargout = find(varargin), varargout = opaque('find'); end
    function varargout = sort(varargin), varargout = opaque('sort'); end
    function varargout = sortrows(varargin), varargout = opaque('sortrows'); end
    function varargout = unique(varargin), varargout = opaque('unique'); end
    function varargout = ismember(varargin), varargout = opaque('ismember'); end
    function varargout = nnz(varargin), varargout = opaque('nnz'); end
    function varargout = median(varargin), varargout = opaque('median'); end
    function varargout = mode(varargin), varargout = opaque('mode'); end
    function varargout = std(varargin), varargout = opaque('std'); end
    function varargout = var(varargin), varargout = opaque('var'); end
    function varargout = isequal(varargin), varargout = opaque('isequal'); end
    function varargout = isnan(varargin), varargout = opaque('isnan'); end
    function varargout = isinf(varargin), varargout = opaque('isinf'); end
    function varargout = isfinite(varargin), varargout = opaque('isfinite'); end
    function varargout = logical(varargin), varargout = opaque('logical'); end
    function varargout = int8(varargin), varargout = opaque('int8'); end
    function varargout = int16(varargin), varargout = opaque('int16'); end
    function varargout = int32(varargin), varargout = opaque('int32'); end
    function varargout = int64(varargin), varargout = opaque('int64'); end
    function varargout = uint8(varargin), varargout = opaque('uint8'); end
    function varargout = uint16(varargin), varargout = opaque('uint16'); end
    function varargout = uint32(varargin), varargout = opaque('uint32'); end
    function varargout = uint64(varargin), varargout = opaque('uint64'); end
    function varargout = single(varargin), varargout = opaque('single'); end
    function varargout = interp1(varargin), varargout = opaque('interp1'); end
    function varargout = interp2(varargin), varargout = opaque('interp2'); end
    function varargout = ppval(varargin), varargout = opaque('ppval'); end
    function varargout = lookup(varargin), varargout = opaque('lookup'); end
    function varargout = spline(varargin), varargout = opaque('spline'); end
    function varargout = pchip(varargin), varargout = opaque('pchip'); end
    function varargout = polyfit(varargin), varargout = opaque('polyfit'); end
    function varargout = roots(varargin), varargout = opaque('roots'); end
    function varargout = poly(varargin), varargout = opaque('poly'); end
    function varargout = fzero(varargin), varargout = opaque('fzero'); end
    function varargout = fsolve(varargin), varargout = opaque('fsolve'); end
    function varargout = fminsearch(varargin), varargout = opaque('fminsearch'); end
    function varargout = quad(varargin), varargout = opaque('quad'); end
    function varargout = quadgk(varargin), varargout = opaque('quadgk'); end
    function varargout = integral(varargin), varargout = opaque('integral'); end
    function varargout = eig(varargin), varargout = opaque('eig'); end
    function varargout = svd(varargin), varargout = opaque('svd'); end
    function varargout = chol(varargin), varargout = opaque('chol'); end
    function varargout = qr(varargin), varargout = opaque('qr'); end
    function varargout = lu(varargin), varargout = opaque('lu'); end
    function varargout = expm(varargin), varargout = opaque('expm'); end
    function varargout = logm(varargin), varargout = opaque('logm'); end
    function varargout = sqrtm(varargin), varargout = opaque('sqrtm'); end
    function varargout = null(varargin), varargout = opaque('null'); end
    function varargout = orth(varargin), varargout = opaque('orth'); end
    function varargout = rank(varargin), varargout = opaque('rank'); end
    function varargout = pinv(varargin), varargout = opaque('pinv'); end
    function varargout = cond(varargin), varargout = opaque('cond'); end
    function varargout = lsqnonneg(varargin), varargout = opaque('lsqnonneg'); end
    function varargout = erf(varargin), varargout = opaque('erf'); end
    function varargout = erfc(varargin), varargout = opaque('erfc'); end
    function varargout = erfinv(varargin), varargout = opaque('erfinv'); end
    function varargout = gamma(varargin), varargout = opaque('gamma'); end
    function varargout = gammaln(varargin), varargout = opaque('gammaln'); end
    function varargout = beta(varargin), varargout = opaque('beta'); end
    function varargout = besselj(varargin), varargout = opaque('besselj'); end
    function varargout = bessely(varargin), varargout = opaque('bessely'); end
    function varargout = besseli(varargin), varargout = opaque('besseli'); end
    function varargout = besselk(varargin), varargout = opaque('besselk'); end
    function varargout = legendre(varargin), varargout = opaque('legendre'); end
    function varargout = ellipke(varargin), varargout = opaque('ellipke'); end
    function varargout = accumarray(varargin), varargout = opaque('accumarray'); end
    function varargout = histc(varargin), varargout = opaque('histc'); end
    function varargout = fft(varargin), varargout = opaque('fft'); end
    function varargout = ifft(varargin), varargout = opaque('ifft'); end
    function varargout = filter(varargin), varargout = opaque('filter'); end
    function varargout = conv(varargin), varargout = opaque('conv'); end
    function varargout = deconv(varargin), varargout = opaque('deconv'); end
    function varargout = cellfun(varargin), varargout = opaque('cellfun'); end
    function varargout = bitand(varargin), varargout = opaque('bitand'); end
    function varargout = validateattributes(varargin), varargout = opaque('validateattributes'); end
  end
end

function y = opaque(what)
  y = {};
  error('nsd:trace:unsupported', '%s of a value that depends on t, q, v or a parameter', what);
end
