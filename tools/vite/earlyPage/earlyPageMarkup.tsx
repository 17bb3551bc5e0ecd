import { renderToStaticMarkup } from 'react-dom/server';
import { EarlyPage } from '../../../src/app/early/EarlyPage.tsx';

export const markup = renderToStaticMarkup(<EarlyPage />);
