// Runs after the early page's markup in index.html, before it is painted. The build puts each language's texts into TEXTS.
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
    // The app takes over what the person typed, but not what the link says, because it reads the link itself.
    field.addEventListener('input', () => {
      field.dataset.typed = '';
    });
    // If an app script does not load, the form would do nothing.
    const onMissing = ({ target }) => {
      if (target?.tagName === 'SCRIPT') early.querySelector('[data-missing]').hidden = false;
    };
    addEventListener('error', onMissing, true);
  }
}
