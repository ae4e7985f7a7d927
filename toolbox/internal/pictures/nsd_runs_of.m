function runs = nsd_runs_of(fig, runs)
%NSD_RUNS_OF  The runs that plot(sol) has drawn into a figure, a cell, for panels that come later.
%   NSD_RUNS_OF(FIG, RUNS) keeps them until the figure is closed. They are not kept in the figure,
%   which has a mark only: Octave does not save a figure that holds objects.
  persistent kept count
  if isempty(kept), [kept, count] = deal(struct('fig', {}, 'mark', {}, 'runs', {}), 0); end
  mark = getappdata(fig, 'nsd_mark');
  kept = kept(arrayfun(@(entry) ishghandle(entry.fig), kept));
  mine = find(arrayfun(@(entry) isequal(entry.fig, fig) && isequal(entry.mark, mark), kept), 1);
  if nargin < 2
    runs = {};
    if ~isempty(mine), runs = kept(mine).runs; end
    return
  end
  kept = kept(arrayfun(@(entry) ~isequal(entry.fig, fig), kept));
  count = count + 1;
  setappdata(fig, 'nsd_mark', count);
  kept(end+1) = struct('fig', fig, 'mark', count, 'runs', {runs});
end
