// Runs in the head of index.html, and requests what the first render needs while the app's code is loading. The build puts the
// files of each language's texts into TEXT_FILES, and those of the receipts page into DESK_FILES.
{
  const { head, documentElement } = document;
  const preload = (href) => {
    const link = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload', crossOrigin: '' };
    head.append(Object.assign(document.createElement('link'), link, { href }));
  };
  const [texts, ...otherTexts] = TEXT_FILES[documentElement.lang.split('-')[0]];
  preload(texts);
  if (location.pathname.startsWith('/receipts')) for (const file of [...DESK_FILES, ...otherTexts]) preload(file);

  /** The answers by URL and body. The app takes each of them once (src/api/earlyAnswers.ts). */
  const answers = {};
  globalThis.causewayAnswers = answers;
  const ask = (url, options) => {
    const stop = new AbortController();
    const answer = fetch(url, { ...options, signal: stop.signal });
    answers[url + (options.body ?? '')] = { answer, stop };
    // The app reports the failure when it takes the answer.
    answer.catch(() => {});
    return answer;
  };

  // The paths and bodies are from client/operations.ts, the options from client/ask.ts.
  const options = { credentials: 'omit', redirect: 'manual', referrerPolicy: 'no-referrer' };
  const askPairs = ({ baseUrl, category }) =>
    ask(`${baseUrl}/pairs?category=${category ?? ''}&value_include_gas_fee=true`, options);
  const askReceipt = (hash, { baseUrl }) => {
    const body = JSON.stringify({ from_chain_hashes: [hash.toLowerCase()], all_deposits: true });
    const headers = { 'content-type': 'application/json' };
    return ask(`${baseUrl}/get_receipts`, { ...options, method: 'POST', headers, body });
  };

  const config = ask('/config.json', { cache: 'no-store' });
  const [, hash] = /^\/receipts\/(0x[\da-f]{64})$/i.exec(location.pathname) ?? [];
  const askService = location.pathname === '/' ? askPairs : hash && ((service) => askReceipt(hash, service));
  // Hand over the settings only once the service is asked. Otherwise the app would ask it again.
  if (askService) {
    const askBoth = async (answer) => {
      try {
        const { service } = await answer.clone().json();
        void askService(service);
      } catch {
        // The app reads the same answer and reports what is wrong with it.
      }
      return answer;
    };
    answers['/config.json'].answer = config.then(askBoth);
    answers['/config.json'].answer.catch(() => {});
  }
}
