import { useAppServices } from '../app/services.ts';
import { useTexts } from '../i18n/useTexts.ts';

const LINKS = ['docs', 'statusPage', 'security', 'terms', 'privacy'] as const;

/** The operator's own pages, as items of a list. */
export function InstallationLinks() {
  const { t } = useTexts('app');
  const { links } = useAppServices().config;
  const urls = { ...links, statusPage: links.status };
  return LINKS.map((name) =>
    urls[name] === undefined ? null : (
      <li key={name}>
        <a href={urls[name]} target="_blank" rel="noreferrer">
          {t(name)}
        </a>
      </li>
    ),
  );
}

/** The id of the list of contracts on the help page. */
export const CONTRACTS = 'contracts';

/** The browser does not scroll to the list by itself, because the app changes the address without loading a page. */
export function showContracts(): void {
  document.getElementById(CONTRACTS)?.scrollIntoView({ block: 'center' });
}
