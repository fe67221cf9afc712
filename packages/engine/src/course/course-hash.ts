// A file of its own: a page that writes these links need not load the code that reads links.

/** The hash of a link to a course by its name, and to one of its lessons. */
export function courseHash(course: string, lesson?: string): string {
  return `#course/${course}${lesson === undefined ? '' : `/${lesson}`}`
}
