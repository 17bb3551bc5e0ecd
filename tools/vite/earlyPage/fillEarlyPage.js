// Runs behind the early page in index.html, before it is painted. The build puts the texts of each language into TEXTS.
{
  const root = document.documentElement;
  const early = document.getElementById('early');
  const texts = TEXTS[root.lang.split('-')[0]] ?? TEXTS.en;
  const isFramed = globalThis.top !== globalThis.self;

  if (location.pathname !== '/' || (isFramed && !('embed' in root.dataset))) {
    early.remove();
  } else {
    root.dataset.early = '';
    for (const element of early.querySelectorAll('[data-text]')) element.textContent = texts[element.dataset.text];
    for (const element of early.querySelectorAll('[data-label]')) {
      element.setAttribute('aria-label', texts[element.dataset.label]);
    }
    early.querySelector('[data-reload]').href = location.href;
    const field = early.querySelector('input');
    const linked = new URLSearchParams(location.search).get('amount') ?? '';
    if (/^\d{1,9}$/.test(linked)) field.value = linked;
    // The app takes over what the person typed, and not what the link says: it reads the link itself.
    field.addEventListener('input', () => {
      field.dataset.typed = '';
    });
    // A script of the app that does not load would leave a form without a function.
    const onMissing = ({ target }) => {
      if (target?.tagName === 'SCRIPT') early.querySelector('[data-missing]').hidden = false;
    };
    addEventListener('error', onMissing, true);
  }
}
