import type { ComponentType, ReactNode } from 'react';
import { Component, Suspense, use, useEffect, useEffectEvent } from 'react';
import { loadOnce, NotLoaded } from '../i18n/loadOnce.ts';
import type { Chunk } from '../i18n/texts.ts';
import { textLoader, useTexts } from '../i18n/useTexts.ts';
import { Button, Spinner } from './Button.tsx';
import { Notice } from './Notice.tsx';
import styles from './page.module.css';

/** How much of the screen a chunk takes. A decoration shows nothing while it loads or when it fails. */
type ChunkShape = 'page' | 'dialog' | 'line' | 'decoration';

type Options = {
  /** The texts that the chunk shows. The `app` texts load right after the form, so most chunks find them loaded. */
  readonly texts?: Chunk;
  /** Holds the place of the chunk while it loads. */
  readonly fallback?: ReactNode;
};

export type LazyChunk<P> = ComponentType<P> & {
  /** Loads the chunk before it is shown. A failure is not kept: the chunk loads again when it is shown. */
  readonly preload: () => Promise<void>;
  /** Whether the chunk renders at once. */
  readonly isLoaded: () => boolean;
};

/**
 * A component whose code and texts load when it is first shown. Loading and failing affect only this component: the page
 * around it stays.
 */
export function lazyChunk<P extends object>(
  load: () => Promise<ComponentType<P>>,
  shape: ChunkShape,
  { texts = 'app', fallback = <ChunkLoading shape={shape} /> }: Options = {},
): LazyChunk<P> {
  const code = loadOnce(async () => {
    const content = await load().catch((cause: unknown) => {
      throw new NotLoaded('The code of this chunk did not load.', { cause });
    });
    await textLoader.settle(texts);
    return content;
  });

  function Loaded(props: P) {
    const Content = use(code.lastLoad());
    return <Content {...props} />;
  }

  function LazyChunk(props: P) {
    const onClose = 'onClose' in props && typeof props.onClose === 'function' ? props.onClose : null;
    return (
      <ChunkBoundary
        // The code may have loaded without its texts, so both load again.
        onCatch={code.forget}
        failure={(error, retry) => <ChunkFailure {...{ error, shape, retry }} onClose={onClose && (() => onClose())} />}
      >
        <Suspense fallback={fallback}>
          <Loaded {...props} />
        </Suspense>
      </ChunkBoundary>
    );
  }
  return Object.assign(LazyChunk, {
    preload: () => code.lastLoad().then(() => {}, code.forget),
    isLoaded: () => code.peek() !== null,
  });
}

/** A page or a dialog answers a tap, so it shows a spinner. A line or a decoration appears once it has loaded. */
function ChunkLoading({ shape }: { readonly shape: ChunkShape }) {
  const { t } = useTexts('form');
  if (shape === 'line' || shape === 'decoration') return null;
  return (
    <p className={`${styles.loading} ${styles[shape]}`} role="status" data-loading>
      <Spinner />
      <span className="visuallyHidden">{t('loading')}</span>
    </p>
  );
}

type ChunkFailureProps = {
  readonly error: unknown;
  readonly shape: ChunkShape;
  readonly retry: () => void;
  /** Closes a dialog; null for any other shape. */
  readonly onClose: (() => void) | null;
};

/** Shown in place of a chunk that failed. Retries when the browser is back online. */
function ChunkFailure(props: ChunkFailureProps) {
  const tryAgain = useEffectEvent(props.retry);
  useEffect(() => {
    const onOnline = () => tryAgain();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, []);
  return props.shape === 'decoration' ? null : <Problem {...props} />;
}

function Problem({ error, shape, retry, onClose }: ChunkFailureProps) {
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
  /** Rendered instead of the children after a failure. `retry` renders them again. */
  readonly failure: (error: unknown, retry: () => void) => ReactNode;
  readonly onCatch?: () => void;
};
type State = { readonly caught: { readonly error: unknown } | null };

/** Keeps a failure of its children from affecting the rest of the page. */
export class ChunkBoundary extends Component<Props, State> {
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
