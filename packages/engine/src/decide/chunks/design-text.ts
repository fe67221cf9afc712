// The reader of a design of one’s own.
export { OwnDesignReader } from '../../design-text/index.ts'
