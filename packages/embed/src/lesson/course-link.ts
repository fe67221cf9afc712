// Links that hold courses. A chunk of its own: it loads for such a link, and when somebody points at the link to the playground.
export { readCourseHash, wholeCourseHash } from '@authz-playground/engine/internal/course'
