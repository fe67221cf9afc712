export { checkCourse, scenariosOfLesson } from './check-course.ts'
export {
  type Course,
  type Hint,
  type Lesson,
  type LessonWork,
  type Prediction,
  scenarioWith,
  workAtStart,
} from './course.ts'
export { COURSE, HAND_IN } from './course-schema.ts'
export { LessonJudge, nextHint } from './lesson-judge.ts'
export { PLAYS, playCourse, type ReadPlays, readPlays } from './plays.ts'
export { looksLikeCourse, type ReadCourse, readCourse } from './read-course.ts'
