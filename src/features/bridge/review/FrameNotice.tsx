import { useAppServices } from '../../../context/appServices.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { installationWords } from '../../../words/installation/installationWords.ts';
import { useWords } from '../../../words/useWords.ts';

/** Names the site around the app before a person confirms. */
export function FrameNotice() {
  const { embeddedIn } = useAppServices();
  return embeddedIn === null ? null : <Site site={embeddedIn} />;
}

function Site({ site }: { readonly site: string }) {
  const { t } = useWords(installationWords);
  return <Notice tone="info">{t('framedBy', { site: site.replace(/^https:\/\//, '') })}</Notice>;
}
