export { checkCourse, checkLesson, type JudgedLesson, judgeLesson, scenariosOfLesson } from './check-course.ts'
export {
  allowedWork,
  type Course,
  findLesson,
  type Hint,
  type Lesson,
  type LessonWork,
  type Prediction,
  scenarioWith,
  workAtStart,
} from './course.ts'
export { courseHash } from './course-hash.ts'
export { type ReadCourseLink, readCourseHash, readNamedCourseHash } from './course-link.ts'
export { handInHash, wholeCourseHash } from './course-link-write.ts'
export { COURSE, COURSE_VERSION } from './course-schema.ts'
export { courseWithLesson } from './course-with-lesson.ts'
export { type Grade, type GradedLesson, gradeHandIn } from './grade.ts'
export {
  type HandIn,
  type LessonProgress,
  looksLikeHandIn,
  type ReadHandIn,
  readHandIn,
  writeHandIn,
} from './hand-in.ts'
export { HAND_IN } from './hand-in-schema.ts'
export { LessonJudge, nextHint } from './lesson-judge.ts'
export { type CourseOutline, type OutlinedLesson, outlineOf } from './outline.ts'
export {
  type LessonPlays,
  PLAYS,
  type Played,
  playCourse,
  playLesson,
  type ReadPlays,
  readPlays,
  unlikeItsPlay,
  type WrittenPlays,
} from './plays.ts'
export { looksLikeCourse, type ReadCourse, readCourse } from './read-course.ts'
