import { BUILT_IN_COURSES } from '@authz-playground/courses'
import { useEffect, useState } from 'react'
import {
  countDone,
  courseStorage,
  type KeptCourse,
  type ListedCourse,
  listedCourses,
} from '../../session/course/index.ts'

/** A course that was opened in this browser, and how many of its lessons are done. */
export interface BegunCourse {
  /** Absent where only its progress is here. */
  readonly kept: KeptCourse | undefined
  readonly done: number
}

/** The courses that were opened in this browser. */
export interface KeptCourses {
  /** Undefined until they are read. */
  readonly byId: ReadonlyMap<string, BegunCourse> | undefined
  /** The browser does not keep courses. */
  readonly refused: boolean
  /** Reads them again. */
  refresh(): void
}

/** The courses that were opened in this browser, with the built-in ones, as they are now, also where another page changes them. */
export function useKeptCourses(): KeptCourses {
  const [courses, setCourses] = useState<Omit<KeptCourses, 'refresh'>>({ byId: undefined, refused: false })
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn reads them again
  useEffect(() => {
    let current = true
    const read = (): void => {
      begunCourses().then(
        (byId) => current && setCourses({ byId, refused: false }),
        () => current && setCourses({ byId: new Map(), refused: true }),
      )
    }
    read()
    const stop = courseStorage.onChange(read)
    return () => {
      current = false
      stop()
    }
  }, [turn])
  return { ...courses, refresh: () => setTurn((before) => before + 1) }
}

async function begunCourses(): Promise<ReadonlyMap<string, BegunCourse>> {
  const kept = await courseStorage.courses()
  const ids = new Set([...kept.map(({ id }) => id), ...BUILT_IN_COURSES.map(({ id }) => id)])
  const begun = await Promise.all(
    [...ids].map(async (id) => {
      const course = kept.find((one) => one.id === id)
      const records = await courseStorage.records(id)
      return [id, { kept: course, done: countDone(course?.lessons ?? [...records.keys()], records) }] as const
    }),
  )
  return new Map(begun)
}

/** The courses that the server of this page lists. Undefined until it has answered. */
export function useListedCourses(): readonly ListedCourse[] | undefined {
  const [listed, setListed] = useState<readonly ListedCourse[]>()
  useEffect(() => {
    let current = true
    void listedCourses().then((found) => current && setListed(found))
    return () => {
      current = false
    }
  }, [])
  return listed
}
