import { useLanguage } from '../i18n/language.ts';
import { LANGUAGES, languageOf } from '../i18n/languages.ts';
import { mainWords } from '../i18n/main/mainWords.ts';
import { useWords } from '../i18n/useWords.ts';
import { Icon } from '../ui/Icon.tsx';
import tool from './HeaderTool.module.css';
import styles from './LanguageMenu.module.css';

/** A native menu over an icon: phones show their own picker. Each language has its own name, so that everyone finds it. */
export function LanguageMenu() {
  const { t } = useWords(mainWords);
  const { language, choose } = useLanguage();
  return (
    <span className={`${tool.tool} ${styles.language}`}>
      <Icon name="globe" />
      <select
        aria-label={t('language')}
        value={language}
        // A language whose file does not load leaves the screen as it is, and the menu shows the old one.
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
