// Runs in the head of index.html, and requests what the first render needs while the app's code is loading. The build puts each
// language's text file into FILES.
{
  const { head, documentElement } = document;
  const texts = FILES[documentElement.lang.split('-')[0]];
  head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: texts, crossOrigin: '' }));

  /** The answers by URL. The app takes each of them once (src/api/earlyAnswers.ts). */
  const answers = {};
  globalThis.causewayAnswers = answers;
  const ask = (url, options) => {
    const stop = new AbortController();
    const answer = fetch(url, { ...options, signal: stop.signal });
    answers[url] = { answer, stop };
    // The app reports the failure when it takes the answer.
    answer.catch(() => {});
    return answer;
  };

  const askPairs = async (answer) => {
    try {
      const { service } = await answer.clone().json();
      // The path is from client/operations.ts, the options from client/ask.ts.
      const path = `pairs?category=${service.category ?? ''}&value_include_gas_fee=true`;
      const options = { credentials: 'omit', redirect: 'manual', referrerPolicy: 'no-referrer' };
      void ask(`${service.baseUrl}/${path}`, options);
    } catch {
      // The app reads the same answer and reports what is wrong with it.
    }
    return answer;
  };
  const config = ask('/config.json', { cache: 'no-store' });
  // Hand over the settings only once the pairs are requested. Otherwise the app would request them again.
  if (location.pathname === '/') {
    answers['/config.json'].answer = config.then(askPairs);
    answers['/config.json'].answer.catch(() => {});
  }
}
