// Runs at the end of the body of index.html. In plain ES5, because older browsers cannot parse the other scripts. The build puts a
// title and a sentence in each language into TEXTS.

// biome-ignore-all lint/complexity: ES5 has no arrow functions and optional chains

(function () {
  // Firefox 128 and Safari 16.4 brought the first feature, Chrome 111 the second.
  var css = window.CSS;
  if (css && css.registerProperty && css.supports('color', 'color-mix(in srgb, red, red)')) return;

  var root = document.documentElement;
  var texts = TEXTS;
  // firstPaint.js has set the direction with the language, if this browser could run it.
  var base = (root.dir ? root.lang : navigator.language || '').split('-')[0];
  var language = texts[base] ? base : 'en';

  var main = document.createElement('main');
  main.className = 'oldBrowser';
  main.lang = language;
  main.dir = 'auto';
  var title = document.createElement('h1');
  title.textContent = texts[language][0];
  var text = document.createElement('p');
  text.textContent = texts[language][1];
  main.appendChild(title);
  main.appendChild(text);
  // The app does not start without its #root.
  document.body.textContent = '';
  document.body.appendChild(main);
})();
