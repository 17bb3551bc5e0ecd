import { useState } from 'react';
import * as v from 'valibot';
import { Link, useRoute } from 'wouter';
import { LANGUAGES, languageOf } from '#shared/languages.ts';
import { AccountButton } from '../account/AccountButton.tsx';
import { useLanguage, useTexts } from '../i18n/useTexts.ts';
import { createStored } from '../lib/createStored.ts';
import { isOpen } from '../transfer/model/transfer.ts';
import type { IconName } from '../ui/Icon.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './header.module.css';
import { useAppServices, useTransfers } from './services.ts';

type Props = { readonly onOpenAccount: () => void };

export function Header({ onOpenAccount }: Props) {
  return (
    <header className={styles.header}>
      <Brand />
      <Navigation />
      <div className={styles.tools}>
        <LanguageMenu />
        <ThemeButton />
        <AccountButton onOpen={onOpenAccount} />
      </div>
    </header>
  );
}

/** The installation's logo or the app's mark, with the name. */
function Brand() {
  const { name, logo } = useAppServices().config.brand;
  return (
    <Link href="/" className={styles.brand ?? ''}>
      {logo ? (
        <>
          <img className={`${styles.logo} ${styles.onLight}`} src={logo.light} alt="" loading="lazy" />
          <img className={`${styles.logo} ${styles.onDark}`} src={logo.dark ?? logo.light} alt="" loading="lazy" />
        </>
      ) : (
        <Mark />
      )}
      <span className={logo?.hasName ? 'visuallyHidden' : styles.brandName}>{name}</span>
    </Link>
  );
}

function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" width="30" height="30" aria-hidden="true">
      <rect width="32" height="32" rx="9" />
      <path d="M4 12.5h24" strokeWidth="3" />
      <path d="M5.5 22.5v-3a3.5 3.5 0 0 1 7 0v3m0-3a3.5 3.5 0 0 1 7 0v3m0-3a3.5 3.5 0 0 1 7 0v3" strokeWidth="2" />
    </svg>
  );
}

/** At the top on a desktop, at the bottom on a phone. */
function Navigation() {
  const { t } = useTexts('form');
  const openCount = Object.values(useTransfers()).filter(isOpen).length;
  return (
    <nav className={styles.nav} aria-label={t('navLabel')}>
      <Item href="/" pattern="/" icon="flip" label={t('navBridge')} />
      <Item
        href="/activity"
        pattern="/(activity|transfers)/*?"
        icon="clock"
        label={t('navActivity')}
        count={openCount}
      />
      <Item href="/receipts" pattern="/receipts/*?" icon="receipt" label={t('navReceipts')} />
    </nav>
  );
}

type ItemProps = {
  readonly href: string;
  readonly pattern: string;
  readonly icon: IconName;
  readonly label: string;
  readonly count?: number;
};

function Item({ href, pattern, icon, label, count = 0 }: ItemProps) {
  const { t } = useTexts('form');
  const [isHere] = useRoute(pattern);
  return (
    <Link href={href} className={styles.navItem ?? ''} aria-current={isHere ? 'page' : undefined}>
      <span className={styles.navIcon}>
        <Icon name={icon} />
      </span>
      {label}
      {count > 0 ? (
        <span className={styles.navCount}>
          <span aria-hidden="true">{count}</span>
          <span className="visuallyHidden">{t('navOpen', { count })}</span>
        </span>
      ) : null}
    </Link>
  );
}

/**
 * A native menu over an icon, because phones show their own picker. Each language is listed under its own name, so that
 * everyone finds theirs.
 */
function LanguageMenu() {
  const { t } = useTexts('form');
  const { language, choose } = useLanguage();
  return (
    <span className={`${styles.tool} ${styles.language}`}>
      <Icon name="globe" />
      <select
        aria-label={t('language')}
        value={language}
        // If a language's file does not load, the screen and the menu keep the old language.
        onChange={(event) => void choose(languageOf(event.target.value)).catch(() => {})}
      >
        {Object.entries(LANGUAGES).map(([code, { name, tag }]) => (
          <option key={code} value={code} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}

type Theme = 'light' | 'dark';

/** firstPaint.js applies it before the first paint. */
const stored = createStored(() => window.localStorage, {
  key: 'causeway.theme',
  schema: v.nullable(v.picklist(['light', 'dark'])),
  empty: null,
});

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function ThemeButton() {
  const { t } = useTexts('form');
  const [theme, setTheme] = useState(currentTheme);
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={t(other === 'dark' ? 'useDarkTheme' : 'useLightTheme')}
      onClick={() => {
        document.documentElement.dataset.theme = other;
        stored.choose(other);
        setTheme(other);
      }}
    >
      <Icon name={theme === 'dark' ? 'sun' : 'moon'} />
    </button>
  );
}
