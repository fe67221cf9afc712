export type { OpenCourse } from './course-place.ts'
export type { KeptCourse } from './course-storage.ts'
export {
  forgetReceived,
  mergeReceived,
  openBuiltInCourse,
  openCourseBeside,
  openCourseHash,
  openCourseText,
  resumeCourse,
  saveProgress,
  useReceived,
} from './open-course.ts'
export {
  courseStorage,
  courses,
  endPeek,
  lessonScenario,
  peek,
  type ShownLesson,
  useCourse,
  useLesson,
  useLessonGoals,
  usePeeking,
} from './page.ts'
export { countDone, isUntouched, type LessonRecord, type LessonRecords } from './records.ts'
export { type ListedCourse, listedCourses } from './sources.ts'
