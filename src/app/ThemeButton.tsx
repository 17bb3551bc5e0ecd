import { useState } from 'react';
import { Icon } from '../ui/Icon.tsx';
import styles from './ThemeButton.module.css';

type Theme = 'light' | 'dark';

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** public/theme.js applies the stored choice before the first paint. */
export function ThemeButton() {
  const [theme, setTheme] = useState(currentTheme);
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      className={styles.theme}
      aria-label={`Use ${other} theme`}
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
