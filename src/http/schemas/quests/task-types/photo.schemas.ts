import { taskTypeWithoutSettings } from './task-type.schemas.ts';

export const photo = taskTypeWithoutSettings('photo');
