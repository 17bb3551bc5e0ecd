import type { ComponentType, ReactNode } from 'react';
import { Component, Suspense, use, useEffect, useEffectEvent } from 'react';
import { loadOnce, NotLoaded } from '../i18n/loadOnce.ts';
import type { Chunk } from '../i18n/texts.ts';
import { textLoader, useTexts } from '../i18n/useTexts.ts';
import { Button, Spinner } from './Button.tsx';
import { Notice } from './Notice.tsx';
import styles from './page.module.css';

/** How much of the screen a part takes. A decoration needs no words. */
type PartShape = 'page' | 'dialog' | 'line' | 'decoration';

type Options = {
  /** The texts that the part shows. Those of the app load right after the form, so most parts find them loaded. */
  readonly texts?: Chunk;
  /** What keeps the place of the part while it loads. */
  readonly fallback?: ReactNode;
};

export type LazyPart<P> = ComponentType<P> & {
  /** Loads the part before it is shown. A failure is not kept: the part asks again when it shows. */
  readonly preload: () => Promise<void>;
  /** Whether the part renders at once. */
  readonly isLoaded: () => boolean;
};

/**
 * A part of the screen whose code and texts load when it first shows. While they load, and when they do not, only this part
 * is affected: the page around it stays.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  shape: PartShape,
  { texts = 'app', fallback = <PartLoading shape={shape} /> }: Options = {},
): LazyPart<P> {
  const code = loadOnce(async () => {
    const part = await load().catch((cause: unknown) => {
      throw new NotLoaded('The code of this part did not load.', { cause });
    });
    await textLoader.settle(texts);
    return part;
  });

  function Loaded(props: P) {
    const Part = use(code.lastLoad());
    return <Part {...props} />;
  }

  function LazyPart(props: P) {
    const onClose = 'onClose' in props && typeof props.onClose === 'function' ? props.onClose : null;
    return (
      <PartBoundary
        // The code may have loaded without its texts, so both are asked for again.
        onCatch={code.forget}
        failure={(error, retry) => <PartFailure {...{ error, shape, retry }} onClose={onClose && (() => onClose())} />}
      >
        <Suspense fallback={fallback}>
          <Loaded {...props} />
        </Suspense>
      </PartBoundary>
    );
  }
  return Object.assign(LazyPart, {
    preload: () => code.lastLoad().then(() => {}, code.forget),
    isLoaded: () => code.peek() !== null,
  });
}

/** A page and a dialog answer a tap, so they show that they load. A line and a decoration appear when they are there. */
function PartLoading({ shape }: { readonly shape: PartShape }) {
  const { t } = useTexts('form');
  if (shape === 'line' || shape === 'decoration') return null;
  return (
    <p className={`${styles.loading} ${styles[shape]}`} role="status">
      <Spinner />
      <span className="visuallyHidden">{t('loading')}</span>
    </p>
  );
}

type PartFailureProps = {
  readonly error: unknown;
  readonly shape: PartShape;
  readonly retry: () => void;
  /** Closes a dialog; null for a part that stays. */
  readonly onClose: (() => void) | null;
};

/** Stands where the part would be. It tries again by itself when the browser is online again. */
function PartFailure(props: PartFailureProps) {
  const tryAgain = useEffectEvent(props.retry);
  useEffect(() => {
    const onOnline = () => tryAgain();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, []);
  return props.shape === 'decoration' ? null : <Problem {...props} />;
}

function Problem({ error, shape, retry, onClose }: PartFailureProps) {
  const { t } = useTexts('form');
  const isMissing = error instanceof NotLoaded;
  const reason = error instanceof Error ? error.message : String(error);
  return (
    <div className={styles[shape]}>
      <Notice tone={isMissing ? 'warning' : 'danger'} title={t(isMissing ? 'chunkMissing' : 'chunkBroken')}>
        <p>{isMissing ? t('chunkMissingText') : t('chunkBrokenText', { reason })}</p>
        <div className={styles.actions}>
          <Button size="small" onClick={retry}>
            {t('tryAgain')}
          </Button>
          <Button size="small" onClick={() => window.location.reload()}>
            {t('reloadPage')}
          </Button>
          {onClose ? (
            <Button size="small" onClick={onClose}>
              {t('close')}
            </Button>
          ) : null}
        </div>
      </Notice>
    </div>
  );
}

type Props = {
  readonly children: ReactNode;
  /** What shows instead of the children after a failure. `retry` renders them again. */
  readonly failure: (error: unknown, retry: () => void) => ReactNode;
  readonly onCatch?: () => void;
};
type State = { readonly caught: { readonly error: unknown } | null };

/** Keeps a failure of its children away from the rest of the page. */
export class PartBoundary extends Component<Props, State> {
  override state: State = { caught: null };

  static getDerivedStateFromError(error: unknown): State {
    return { caught: { error } };
  }

  override componentDidCatch(): void {
    this.props.onCatch?.();
  }

  override render(): ReactNode {
    const { caught } = this.state;
    return caught ? this.props.failure(caught.error, () => this.setState({ caught: null })) : this.props.children;
  }
}
