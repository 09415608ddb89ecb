import { taskTypeWithoutSettings } from './task-type.schemas.ts';

export const external = taskTypeWithoutSettings('external');
