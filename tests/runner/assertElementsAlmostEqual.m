function assertElementsAlmostEqual(a, b, varargin)
%ASSERTELEMENTSALMOSTEQUAL  Raise unless |A - B| is small, element by element.
%   ASSERTELEMENTSALMOSTEQUAL(A, B, 'absolute', TOL) allows TOL; with 'relative' (default)
%   TOL*max(|A|,|B|) + FLOOR is allowed, the next argument being FLOOR. TOL and FLOOR default
%   to sqrt(eps). Equal infinities and NaN in the same places are equal. A message may follow.
  assert_almost_equal('assertElementsAlmostEqual', @(x) abs(x), a, b, varargin{:});
end
