import type { MediaUrls } from '../domain/media/media-urls.ts';
import { adminMediaEndpoints } from '../http/routers/media/admin-media.router.ts';
import { mediaEndpoints, uploadEndpoints } from '../http/routers/media/media.router.ts';
import { openMedia } from '../integrations/media/open-media.ts';
import { AdminMediaService } from '../services/media/admin-media.service.ts';
import { MediaService } from '../services/media/media.service.ts';
import { MediaFilesService } from '../services/media/media-files.service.ts';
import { UploadsService } from '../services/media/uploads.service.ts';
import type { Base } from './outside.ts';

/** Images and videos, and their stores. */
export function createMedia({ store, config, log, now }: Base, { urls }: { urls: MediaUrls }) {
  const stores = openMedia(config.media);
  const { urlSecrets, quota, store: defaultStorage } = config.media;
  const media = new MediaService({ store, stores, urls, urlSecrets, now });
  const services = {
    stores,
    media,
    uploads: new UploadsService({ store, stores, urls, quota, defaultStorage, log, now }),
    adminMedia: new AdminMediaService({ store, media, urls }),
    mediaFiles: new MediaFilesService({ store, stores, log, now }),
  };
  const endpoints = [
    ...uploadEndpoints(services),
    ...mediaEndpoints(services),
    ...adminMediaEndpoints(services),
  ];
  return { services, endpoints };
}
