// Search over search-index.js: every word must occur; titles count more than text.
'use strict';
(function () {
  const field = document.getElementById('search');
  const found = document.getElementById('found');

  function score(page, words) {
    const title = page.title.toLowerCase(), text = page.text.toLowerCase();
    let sum = 0;
    for (const word of words) {
      const inTitle = title.includes(word), times = text.split(word).length - 1;
      if (!inTitle && times === 0) { return 0; }
      sum += (inTitle ? 50 : 0) + (title === word ? 100 : 0) + Math.min(times, 20);
    }
    return sum;
  }

  function excerpt(page, word) {
    const at = Math.max(0, page.text.toLowerCase().indexOf(word) - 40);
    const from = at === 0 ? 0 : page.text.indexOf(' ', at) + 1;
    return (from > 0 ? '... ' : '') + page.text.slice(from, from + 120).replace(/\S*$/, '...');
  }

  function search() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    found.textContent = '';
    if (words.length === 0) { return; }
    const hits = NSD_INDEX.map(page => ({ page: page, score: score(page, words) }))
      .filter(hit => hit.score > 0).sort((a, b) => b.score - a.score).slice(0, 12);
    for (const hit of hits) {
      const item = document.createElement('li'), link = document.createElement('a');
      link.href = hit.page.url;
      link.textContent = hit.page.title;
      item.append(link, document.createElement('br'), excerpt(hit.page, words[0]));
      found.append(item);
    }
    if (hits.length === 0) { found.textContent = 'nothing found'; }
  }

  field.addEventListener('input', search);
  document.addEventListener('keydown', function (event) {
    if (event.key === '/' && document.activeElement !== field) {
      event.preventDefault();
      field.focus();
    }
  });
  const asked = new URLSearchParams(location.search).get('q');
  if (asked) { field.value = asked; search(); }
  window.addEventListener('load', function () {
    const broken = Array.from(document.images).filter(image => image.naturalWidth === 0);
    document.documentElement.dataset.ready = broken.length === 0 ? 'yes' : 'broken pictures';
  });
}());
