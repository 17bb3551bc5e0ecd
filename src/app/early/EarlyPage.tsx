import { EmptyForm } from '../../form/EmptyForm.tsx';
import page from '../../form/form.module.css';
import type { TextKey as KeyOf } from '../../i18n/texts.ts';
import type { IconName } from '../../ui/Icon.tsx';
import { Icon } from '../../ui/Icon.tsx';
import heading from '../../ui/page.module.css';
import header from '../header.module.css';
import shell from '../shell.module.css';

type TextKey = KeyOf<'form'>;

/** A placeholder for a text. fillEarlyPage.js writes it in the person's language. */
function Text({ of }: { readonly of: TextKey }) {
  return <span data-text={of} />;
}

/**
 * The form before the app has loaded. The build renders it into index.html, so that it shows with the first bytes and
 * takes keys at once. It uses the app's own form component, so that nothing moves when the app replaces it.
 */
export function EarlyPage() {
  return (
    <div className={shell.shell}>
      <header className={`${header.header} earlyHeader`}>
        {/* The installation's name and logo are not known yet. */}
        <span />
        <nav className={header.nav}>
          <Item href="/" icon="flip" text="navBridge" isHere />
          <Item href="/activity" icon="clock" text="navActivity" />
          <Item href="/receipts" icon="receipt" text="navReceipts" />
        </nav>
        <div className={header.tools}>
          <span className={header.tool} />
        </div>
      </header>
      <main className={`${shell.main} earlyMain`}>
        <p className="earlyMissing" role="alert" data-missing hidden>
          <Text of="chunkMissing" />{' '}
          <a href="/" data-reload>
            <Text of="reloadPage" />
          </a>
        </p>
        <section className={page.page}>
          <header className={heading.heading}>
            <h1>
              <Text of="bridgeTitle" />
            </h1>
            <p>
              <Text of="bridgeLine" />
            </p>
          </header>
          <EmptyForm
            text={(key) => <Text of={key} />}
            label={(key) => ({ 'data-label': key })}
            button={<Text of="connectWallet" />}
          />
        </section>
      </main>
    </div>
  );
}

type ItemProps = {
  readonly href: string;
  readonly icon: IconName;
  readonly text: TextKey;
  readonly isHere?: boolean;
};

function Item({ href, icon, text, isHere = false }: ItemProps) {
  return (
    <a href={href} className={header.navItem} aria-current={isHere ? 'page' : undefined}>
      <span className={header.navIcon}>
        <Icon name={icon} />
      </span>
      <Text of={text} />
    </a>
  );
}
