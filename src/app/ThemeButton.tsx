import { useState } from 'react';
import * as v from 'valibot';
import { mainWords } from '../i18n/main/mainWords.ts';
import { useWords } from '../i18n/useWords.ts';
import { createStored } from '../lib/createStored.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './HeaderTool.module.css';

type Theme = 'light' | 'dark';

/** public/firstPaint.js applies it before the first paint. */
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

export function ThemeButton() {
  const { t } = useWords(mainWords);
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
