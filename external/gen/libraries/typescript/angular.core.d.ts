// source github.com/angular/angular: packages/core/src/di (inject, ProviderToken,
// InjectionToken), packages/core/src/interface/type.ts (Type, AbstractType)

declare module "@angular/core" {
  export interface AbstractType<T> extends Function { prototype: T; }
  export interface Type<T> extends Function { new (...args: any[]): T; }
  export class InjectionToken<T> {
    constructor(description: string, options?: { providedIn?: any; factory: () => T });
    toString(): string;
  }
  export type ProviderToken<T> = Type<T> | AbstractType<T> | InjectionToken<T>;
  export function inject<T>(token: ProviderToken<T>): T;
  export function inject<T>(token: ProviderToken<T>, options: object): T | null;
}
