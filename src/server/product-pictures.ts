import { PictureStore } from '../compat/pictures/picture-store.ts';
import { ProductPictures } from '../compat/pictures/product-pictures.ts';
import type { Log } from '../http/log.ts';
import { PlainError } from '../plain-error.ts';
import type { Config } from './config.ts';

const BYTES_PER_MB = 1_000_000;

/** Null without `--pictures`: then nothing is ever fetched. */
export function openProductPictures(config: Config, log: Log): ProductPictures | null {
  const directory = config.pictures;
  if (directory === null) return null;
  return new ProductPictures({
    store: openStore(directory, config['pictures-mb'] * BYTES_PER_MB, log),
    // Loaded with the first picture: hardly any server fetches one.
    fetch: async (address) => (await import('../compat/pictures/fetch-picture.ts')).fetchPicture(address),
    onFailure: (reason) => log.event('picture not fetched', { error: reason }),
  });
}

function openStore(directory: string, mostBytes: number, log: Log): PictureStore {
  try {
    const onError = ({ message }: Error) => log.event('picture not kept', { error: message });
    return new PictureStore({ directory, mostBytes, onError });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new PlainError(directory, `cannot be used (${code})`, 'give another directory with --pictures');
  }
}
