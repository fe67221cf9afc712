export { Courses } from './Courses.tsx'
