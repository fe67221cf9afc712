// The changes that requests make in objects.
export { ChangeReader } from '../../changes/index.ts'
