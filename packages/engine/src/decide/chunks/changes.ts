// What requests change in objects.
export { changeReader } from '../../changes/index.ts'
