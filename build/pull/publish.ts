import { statSync } from 'node:fs';
import { verifyCatalog } from '../../src/catalog/verify.ts';
import { openSource, type UploadProgress, type UploadRequest, uploadFile } from './object-upload.ts';
import { untilStopped } from './stop-signals.ts';

/** A catalogue for an object store. */
interface PublishRequest extends Omit<UploadRequest, 'contentType'> {
  path: string;
}

interface PublishProgress extends UploadProgress {
  onUploadEnd(): void;
}

export interface PublishOutcome {
  /** False if the store already has this catalogue under this name. */
  isChanged: boolean;
  foods: number;
  bytes: number;
  hash: string;
}

export async function publishCatalog(
  request: PublishRequest,
  progress: PublishProgress,
): Promise<PublishOutcome> {
  const verified = statSync(request.path, { throwIfNoEntry: false });
  const { foods, hash } = verifyCatalog(request.path);
  const source = openSource(request.path, verified!, hash);
  try {
    const upload = { ...request, contentType: 'application/vnd.sqlite3' };
    const isChanged = await untilStopped((signal) => uploadFile(upload, progress, source, signal));
    return { isChanged, foods, bytes: source.bytes, hash };
  } finally {
    source.close();
    progress.onUploadEnd();
  }
}
