import { useState } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { mainWords } from '../words/main/mainWords.ts';
import { useWords } from '../words/useWords.ts';
import styles from './HeaderTool.module.css';

type Theme = 'light' | 'dark';

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** public/firstPaint.js applies the stored choice before the first paint. */
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
        window.localStorage.setItem('causeway.theme', other);
        setTheme(other);
      }}
    >
      <Icon name={theme === 'dark' ? 'sun' : 'moon'} />
    </button>
  );
}
