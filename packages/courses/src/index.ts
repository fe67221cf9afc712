/** A course that comes with the playground. Its text is the file `ID.yaml` of this package. */
export interface BuiltInCourse {
  readonly id: string
  readonly title: string
  /** For whom it is, in a sentence. */
  readonly audience: string
  readonly minutes: number
  readonly lessons: number
}

/** The courses that come with the playground, in the order in which they are offered. */
export const BUILT_IN_COURSES = [
  {
    id: 'rbac-from-nothing',
    title: 'RBAC from nothing',
    audience: 'People who have used kubectl and have never written a Role.',
    minutes: 50,
    lessons: 10,
  },
  {
    id: 'constrained-impersonation',
    title: 'Constrained impersonation',
    audience: 'Readers of the Kubernetes documentation, and engineers who run impersonating tools.',
    minutes: 57,
    lessons: 11,
  },
  {
    id: 'why-it-is-as-it-is',
    title: 'Why it is as it is',
    audience: 'People who take part in the design, or want to understand it.',
    minutes: 45,
    lessons: 9,
  },
] as const satisfies readonly BuiltInCourse[]

/** The id of a built-in course. */
export type BuiltInCourseId = (typeof BUILT_IN_COURSES)[number]['id']
