export { Tour } from './Tour.tsx'
