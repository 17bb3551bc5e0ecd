// Runs before the first paint. Otherwise the page would flash in the other theme, language or direction. Vite puts the languages of
// shared/languages.ts into LANGUAGES.
{
  const root = document.documentElement;
  const languages = LANGUAGES;

  const read = (key, storage = 'localStorage') => {
    try {
      return JSON.parse(globalThis[storage].getItem(key));
    } catch {
      // The browser blocks storage, or the text is not the app's: use the system's settings.
      return null;
    }
  };

  // The host writes the installation's backgrounds into these elements (service/host/writtenFiles.ts).
  const [light, dark] = [...document.querySelectorAll('meta[name=theme-color]')].map(({ content }) => content);
  root.style.setProperty('--paper-light', light);
  root.style.setProperty('--paper-dark', dark);

  // Inside another site the app keeps this look when a link drops the parameter.
  const isFramed = globalThis.top !== globalThis.self;
  const params = new URLSearchParams(location.search);
  const kept = isFramed ? read('causeway.embed', 'sessionStorage') : null;
  const embed = params.has('embed') ? (params.get('theme') ?? '') : kept;
  if (embed !== null) {
    root.dataset.embed = '';
    try {
      if (isFramed) sessionStorage.setItem('causeway.embed', JSON.stringify(embed));
    } catch {
      // The browser blocks storage: a reload of the frame shows the whole page.
    }
  }

  if (read('causeway.font')) root.dataset.font = '';

  const theme = embed || read('causeway.theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;

  const wanted = [read('causeway.language'), ...(navigator.languages ?? [])];
  const language = wanted
    .map((tag) => String(tag).split('-')[0].toLowerCase())
    .find((base) => Object.hasOwn(languages, base));
  const [tag, direction] = languages[language ?? 'en'];
  root.lang = tag;
  root.dir = direction;
}
