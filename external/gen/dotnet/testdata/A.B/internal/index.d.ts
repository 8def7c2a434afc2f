import type { ReadOnlySpan_1 } from "../../System/internal/index.js";
import { Missing } from "../../Elsewhere/internal/index.js";

export interface Box_1$instance<T extends unknown> extends IBox_1<T> {
    readonly __tsonic_type_A_B_Box_1: never;
    readonly Count: int;
    get Name(): string | null;
    set Name(value: string | null);
    Get(key: T, function_?: Visitor_1<T>): Box_1_Inner<T>;
    Join(...parts: (string | null)[]): string;
    Join(parts: (string | null)[] | null): string;
    Try(key: T, value: T): boolean;
    Pick<TOut extends unknown & IBox_1<T>>(pick: Visitor_1<TOut>): TOut;
    Lost(a: Missing): void;
    Inherited(): void;
}

export const Box_1: (abstract new<T extends unknown>(size: int) => Box_1<T>) & {
    new<T extends unknown>(): Box_1<T>;
    readonly Empty: string;
    Of<U extends (object | null)>(value: U): U;
};

export interface __Box_1$views<T extends unknown> {
    As_IBox_1(): IBox_1$instance<T>;
}

export type Box_1<T extends unknown> = Box_1$instance<T> & __Box_1$views<T> & { [index: number]: T; };

export interface Box_1_Inner$instance<T extends unknown> {
}
export type Visitor_1<T extends unknown> = (arg: T) => boolean;
export interface IBox_1$instance<T extends unknown> {
    Get(): T;
}
export enum Color {
    Red = 0
}
export abstract class Helpers$instance {
    static Twice<T extends NonNullable<unknown>>(box: Box_1<T>, n: ptr<int>): T[][];
}
