import { iconPaths } from '../../scripts/icons.ts';
import { ICON_PATHS } from '../../src/console/parts/icon-paths.ts';

it('the icons of the console are those that `npm run icons` writes', async () => {
  expect(ICON_PATHS).toEqual(await iconPaths());
});
