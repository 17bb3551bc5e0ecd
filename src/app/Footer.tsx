import { Link } from 'wouter';
import { VERSION } from '../config/version.ts';
import { installationWords } from '../i18n/installation/installationWords.ts';
import { useWords } from '../i18n/useWords.ts';
import { BridgeStatus } from './BridgeStatus.tsx';
import styles from './Footer.module.css';
import { useAppServices } from './services.ts';

const LINKS = ['docs', 'statusPage', 'terms', 'privacy'] as const;

/** The state of the bridge, and the links of the installation. */
export function Footer() {
  const { t } = useWords(installationWords);
  const { links } = useAppServices().config;
  const urls = { docs: links?.docs, statusPage: links?.status, terms: links?.terms, privacy: links?.privacy };
  return (
    <footer className={styles.footer}>
      <BridgeStatus />
      <ul className={styles.links}>
        <li>
          <Link href="/help">{t('help')}</Link>
        </li>
        {LINKS.map((name) => (
          <Item key={name} url={urls[name]} label={t(name)} />
        ))}
        <li className={styles.version}>{t('version', { version: VERSION })}</li>
      </ul>
    </footer>
  );
}

function Item({ url, label }: { readonly url: string | undefined; readonly label: string }) {
  if (url === undefined) return null;
  return (
    <li>
      <a href={url} target="_blank" rel="noreferrer">
        {label}
      </a>
    </li>
  );
}
