// Package fakeclock lets a program move the clock of the impersonation filter's caches.
package fakeclock

import (
	"net/http"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/util/cache"
	clocktesting "k8s.io/utils/clock/testing"
)

// Use gives every cache of the filter another clock. The filter has no option for it.
func Use(filter http.Handler, clock *clocktesting.FakeClock) {
	visited := map[uintptr]bool{}
	expiring := reflect.TypeFor[cache.Expiring]()
	var visit func(value reflect.Value)
	visit = func(value reflect.Value) {
		switch value.Kind() {
		case reflect.Interface:
			visit(value.Elem())
		case reflect.Pointer:
			if value.IsNil() || visited[value.Pointer()] {
				return
			}
			visited[value.Pointer()] = true
			visit(value.Elem())
		case reflect.Slice:
			for i := range value.Len() {
				visit(value.Index(i))
			}
		case reflect.Struct:
			if value.Type() == expiring {
				field := value.FieldByName("clock")
				reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem().Set(reflect.ValueOf(clock))
				return
			}
			if !strings.HasSuffix(value.Type().PkgPath(), "filters/impersonation") {
				return
			}
			for i := range value.NumField() {
				visit(value.Field(i))
			}
		}
	}
	visit(reflect.ValueOf(filter))
}
