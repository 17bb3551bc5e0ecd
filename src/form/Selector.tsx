import { startTransition, useEffect, useRef, useState } from 'react';
import type { Route } from '../config/registry.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { afterIdle } from '../ui/afterIdle.ts';
import { Icon } from '../ui/Icon.tsx';
import { lazyChunk } from '../ui/lazyChunk.tsx';
import { Logo } from '../ui/logos/Logo.tsx';
import type { LogoSource } from '../ui/logos/LogoImage.tsx';
import type { Choices } from './model/choices.ts';
import styles from './panel.module.css';

/** Any token can call itself USDC, so only a pinned one gets that name's logo. */
export function tokenLogo({ originToken, isPinned }: Route): LogoSource {
  return isPinned ? (originToken.logo ?? originToken.name) : null;
}

const PickerDialog = lazyChunk(async () => (await import('./picker/PickerDialog.tsx')).PickerDialog, 'dialog');

/** Once loaded, the dialog is rendered closed, because the person is about to press the button. */
type Stage = 'closed' | 'ready' | 'open';

const toReady = (stage: Stage): Stage => (stage === 'closed' ? 'ready' : stage);

type Props = {
  readonly kind: 'origin' | 'destination' | 'token';
  /** The kind of option, such as "Origin chain" or "Token". */
  readonly label: string;
  readonly choices: Choices;
};

export function Selector({ kind, label, choices }: Props) {
  const { t } = useTexts('form');
  const [stage, setStage] = useState<Stage>('closed');
  const { route } = choices;
  const chain = route[kind === 'destination' ? kind : 'origin'];
  const shape = kind === 'token' ? kind : 'chain';
  const name = kind === 'token' ? route.pair.tokenName : chain.name;
  // A finger does not hover before its first tap, and most people open the tokens.
  useEffect(() => {
    const isNext = kind === 'token' && window.matchMedia('(hover: none)').matches;
    void afterIdle(PickerDialog.preload).then(() => {
      if (isNext && PickerDialog.isLoaded()) startTransition(() => setStage(toReady));
    });
  }, [kind]);
  const isReaching = useRef(false);
  const ready = () => {
    if (isReaching.current && PickerDialog.isLoaded()) setStage(toReady);
  };
  const prepare = () => {
    isReaching.current = true;
    // The pointer may have left before the code has loaded.
    void PickerDialog.preload().then(() => startTransition(ready));
  };
  const relax = () => {
    isReaching.current = false;
    setStage((now) => (now === 'ready' ? 'closed' : now));
  };
  return (
    <>
      <button
        type="button"
        className={`${styles.selector} ${styles[shape]}`}
        aria-haspopup="dialog"
        aria-label={t('chosen', { label, choice: name })}
        onClick={() => setStage('open')}
        onPointerEnter={prepare}
        onFocus={prepare}
        onPointerDown={ready}
        // On a touch screen, the finger leaves before the click.
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && relax()}
        onPointerCancel={relax}
        onBlur={relax}
      >
        {kind === 'token' ? (
          <Logo name={name} shape={shape} source={tokenLogo(route)} />
        ) : (
          <Logo name={name} shape={shape} size="small" source={chain.logo ?? chain.id} />
        )}
        <span className={styles.name}>{name}</span>
        <Icon name="chevron" size={16} />
      </button>
      {stage === 'closed' ? null : (
        <PickerDialog {...{ kind, label, choices }} isOpen={stage === 'open'} onClose={() => setStage('closed')} />
      )}
    </>
  );
}
