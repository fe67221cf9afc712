// What judges every goal, and the hints. A chunk of its own: it loads where a goal needs it, and after the first verdicts, to say
// what nearly fits.
export { LessonJudge, nextHint } from '@authz-playground/engine/course'
export { GoalJudge } from '@authz-playground/engine/goals'
