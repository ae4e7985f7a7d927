function assertVectorsAlmostEqual(a, b, varargin)
%ASSERTVECTORSALMOSTEQUAL  Raise unless norm(A - B) is small.
%   The arguments are those of ASSERTELEMENTSALMOSTEQUAL, with norms in place of |.|
  if ~isvector(a) || ~isvector(b)
    raise_assertion('assertVectorsAlmostEqual:nonVector', '', 'an input is not a vector');
  end
  assert_almost_equal('assertVectorsAlmostEqual', @(x) norm(x), a, b, varargin{:});
end
