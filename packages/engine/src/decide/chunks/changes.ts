// The changes that requests make in objects.
export { changeReader } from '../../changes/index.ts'
