// Search over search-index.js by section, and a button at each block of code that copies it.
'use strict';
(function () {
  const field = document.getElementById('search');
  const found = document.getElementById('found');

  // every word must occur in the heading, the text or the title of the page; whole words count
  // more than parts of words, headings more than text, and text that speaks of little else most
  function score(section, words) {
    const title = section.title.toLowerCase(), page = section.page.toLowerCase();
    const text = section.text.toLowerCase(), length = 40 + text.split(' ').length;
    let sum = 0, near = 0;
    for (const word of words) {
      const stem = word.replace(/(ing|s|e)$/, '');
      const start = new RegExp('(^|[^a-z])' + stem.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g');
      const times = (text.match(start) || []).length;
      const inTitle = start.test(title), inPage = page.includes(stem);
      if (!inTitle && !inPage && times === 0) { return 0; }
      if (inTitle) { near += 1; }
      sum += (inTitle ? 60 : 0) + (inPage ? 6 : 0) + Math.min(40, 600 * times / length);
    }
    if (near === words.length) { sum += 60; }
    if (title === words.join(' ')) { sum += 100; }
    return sum * section.weight;
  }

  function excerpt(section, word) {
    const at = Math.max(0, section.text.toLowerCase().indexOf(word) - 40);
    const from = at === 0 ? 0 : section.text.indexOf(' ', at) + 1;
    return (from > 0 ? '... ' : '') + section.text.slice(from, from + 120).replace(/\S*$/, '...');
  }

  function search() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    found.textContent = '';
    if (words.length === 0) { return; }
    const hits = NSD_INDEX.map(section => ({ section: section, score: score(section, words) }))
      .filter(hit => hit.score > 0).sort((a, b) => b.score - a.score).slice(0, 12);
    for (const hit of hits) {
      const item = document.createElement('li'), link = document.createElement('a');
      link.href = hit.section.url;
      link.textContent = hit.section.title;
      const where = document.createElement('span');
      where.textContent = hit.section.page === hit.section.title ? '' : ' in ' + hit.section.page;
      item.append(link, where, document.createElement('br'), excerpt(hit.section, words[0]));
      found.append(item);
    }
    if (hits.length === 0) { found.textContent = 'nothing found'; }
  }

  for (const block of document.querySelectorAll('main pre')) {
    const button = document.createElement('button'), box = document.createElement('div');
    button.className = 'copy';
    button.textContent = 'copy';
    button.addEventListener('click', function () {
      navigator.clipboard.writeText(block.innerText).then(function () {
        button.textContent = 'copied';
        setTimeout(function () { button.textContent = 'copy'; }, 1500);
      });
    });
    box.className = 'copied';
    block.replaceWith(box);
    box.append(block, button);
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

  // what tests/check/check_site reads: broken pictures, raw LaTeX, parts wider than the window
  window.addEventListener('load', function () {
    const wrong = [];
    if (Array.from(document.images).some(image => image.complete && image.naturalWidth === 0)) {
      wrong.push('broken pictures');
    }
    if (Array.from(document.querySelectorAll('main img')).some(image => image.clientWidth < 90)) {
      wrong.push('tiny pictures');
    }
    const words = document.querySelector('main').cloneNode(true);
    for (const code of words.querySelectorAll('pre, code')) { code.remove(); }
    const text = words.textContent;
    if (/\$[^$\n]*\\[a-z]+[^$\n]*\$|\\(begin|text|frac|lambda|quad)\b/.test(text)) {
      wrong.push('raw LaTeX');
    }
    if (document.documentElement.scrollWidth > window.innerWidth + 1) { wrong.push('overflow'); }
    document.documentElement.dataset.ready = wrong.length === 0 ? 'yes' : wrong.join(', ');
  });
}());
