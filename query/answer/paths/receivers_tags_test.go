package paths_test

import "testing"

// tagReceivers are programs of the languages from tables; see receivers.
var tagReceivers = map[string]struct{ code, want string }{
	"Kotlin": {`-- k.kt --
package k
abstract class Base { fun run() { step() }
  abstract fun step() }
class A : Base() { override fun step() { }
  fun own() { run() }
  fun others(b: B) { with(b) { run() } } }
class B : Base() { override fun step() { } }
class Go {
  fun made() { B().run() }
  fun held() { val b = B(); b.run() }
  fun given(b: B?) { b?.run() }
  fun any(b: Base) { b.run() }
}
interface Rows { fun all() { load() }
  fun load() }
class Disk : Rows { override fun load() { disk() }
  fun disk() {} }
class Cached(rows: Rows) : Rows by rows
class Use { fun cached(c: Cached) { c.all() } }
`, `k.Go.made > k.B.step
k.Go.made ! k.A.step
k.Go.held > k.B.step
k.Go.held ! k.A.step
k.Go.given > k.B.step
k.Go.given ! k.A.step
k.Go.any > k.A.step
k.Go.any > k.B.step
k.A.own > k.A.step
k.A.own ! k.B.step
k.A.others > k.B.step
k.A.others ! k.A.step
k.Use.cached > k.Disk.disk`},
	"type arguments in Kotlin": {`-- k.kt --
package k
class Org
class User
abstract class Repo<T> { fun all() { table() }
  abstract fun table() }
class Orgs : Repo<Org>() { override fun table() {} }
class Users : Repo<User>() { override fun table() {} }
class Use { fun orgs(r: Repo<Org>) { r.all() } }
`, `k.Use.orgs > k.Orgs.table
k.Use.orgs ! k.Users.table`},
	"PHP: objects, static members, traits": {`-- p.php --
<?php
namespace p;
abstract class Base {
  public function run() { $this->step(); }
  abstract function step();
  public static function make() { static::kind(); self::kind(); }
  static function kind() {}
}
class A extends Base { function step() {} static function kind() {} function up() { parent::run(); } }
class B extends Base { function step() {} static function kind() {} }
trait T { function each() { $this->row(); } }
class One { use T; function row() {} }
class Two { use T; function row() {} }
class Go {
  function made() { (new B)->run(); }
  function typed(B $b) { $b->run(); }
  function named() { B::make(); }
  function mixed(One $o) { $o->each(); }
}
`, `p.Go.made > p.B.step
p.Go.made ! p.A.step
p.Go.typed > p.B.step
p.Go.typed ! p.A.step
p.Go.named > p.B.kind
p.Go.named > p.Base.kind
p.Go.named ! p.A.kind
p.A.up > p.A.step
p.A.up ! p.B.step
p.Go.mixed > p.One.row
p.Go.mixed ! p.Two.row`},
	"Ruby: classes, modules, what only subclasses have, reopened classes": {`-- a.rb --
class Base
  def run
    step
  end
  def self.make
    kind
  end
  def self.kind; end
  def again
    self.class.new.run
  end
end
class A < Base
  def self.kind; 1; end
  def step; 1; end
end
class B < Base
  def self.kind; 2; end
  def step; 2; end
end
module Each
  def each_row
    row
  end
end
class One
  include Each
  def row; end
end
class Two
  include Each
  def row; end
end
class Other
  def run
    step
  end
end
class Job
  def go
    work
  end
  def work; end
end
class Mail < Job
end
class Go
  def made
    B.new.run
  end
  def named
    B.make
  end
  def mixed
    Two.new.each_row
  end
  def again
    B.new.again
  end
  def reopened
    Mail.new.go
  end
end
-- b.rb --
class Mail
  def work; 1; end
end
`, `a.Go.made > a.B.step
a.Go.made ! a.A.step
a.Base.run > a.A.step
a.Base.run > a.B.step
a.Other.run ! a.A.step
a.Go.named > a.B.kind
a.Go.named ! a.A.kind
a.Go.mixed > a.Two.row
a.Go.mixed ! a.One.row
a.Go.again > a.B.step
a.Go.again ! a.A.step
a.Go.reopened > b.Mail.work`},
	"Scala": {`-- s.scala --
package s
abstract class Base { def run(): Unit = { step() }
  def step(): Unit }
class A extends Base { def step(): Unit = {} }
class B extends Base { def step(): Unit = {} }
object Go { def made(): Unit = { new B().run() } }
`, `s.Go.made > s.B.step
s.Go.made ! s.A.step`},
	"Swift: classes, and a protocol whose conformance is declared apart": {`-- s.swift --
class Base { func run() { step() }
  func step() {} }
class A: Base { override func step() {} }
class B: Base { override func step() {} }
protocol P { func row() }
extension P { func rows() { row() } }
struct One { func all() { rows() } }
extension One: P { }
extension One { func row() {} }
struct Two: P { func row() {} }
struct Go { func made() { B().run() }
  func typed(o: One) { o.rows() } }
`, `s.Go.made > s.B.step
s.Go.made ! s.A.step
s.Go.typed > s.One.row
s.One.all > s.One.row`},
	"Rust: the methods that a trait provides": {`-- src/main.rs --
trait Base { fn run(&self) { self.step(); } fn step(&self); }
struct A; struct B;
impl Base for A { fn step(&self) {} }
impl Base for B { fn step(&self) {} }
impl B { fn own(&self) { self.run(); } }
struct Go;
impl Go {
    fn typed(&self, b: B) { b.run(); }
    fn any(&self, b: &dyn Base) { b.run(); }
}
`, `main.Go.typed > main.B.step
main.Go.typed ! main.A.step
main.B.own > main.B.step
main.B.own ! main.A.step
main.Go.any > main.A.step
main.Go.any > main.B.step`},
	"C++: members that are defined outside of their class": {`-- c.cpp --
class Base { public: void run(); virtual void step() = 0; };
class A : public Base { public: void step() override; };
class B : public Base { public: void step() override; void own(); };
class Go { void typed(B b); void any(Base* b); };
void Base::run() { step(); }
void A::step() {}
void B::step() {}
void B::own() { run(); }
void Go::typed(B b) { b.run(); }
void Go::any(Base* b) { b->run(); }
`, `c.Go.typed > c.B.step
c.Go.typed ! c.A.step
c.B.own > c.B.step
c.B.own ! c.A.step
c.Go.any > c.A.step`},
	"Python: what only subclasses have": {`-- m.py --
class Base:
    def run(self): self.step()
class A(Base):
    def step(self): pass
class B(Base):
    def step(self): pass
class C(A):
    def step(self): pass
class Other:
    def run(self): self.step()
class Go:
    def made(self): B().run()
    def below(self): C().run()
`, `m.Go.made > m.B.step
m.Go.made ! m.A.step
m.Go.below > m.C.step
m.Go.below ! m.B.step
m.Base.run > m.A.step
m.Base.run > m.C.step
m.Other.run ! m.A.step`},
	"JavaScript: what only subclasses have": {`-- j.js --
export class Base { run() { this.step(); } }
export class A extends Base { step() {} }
export class B extends Base { step() {} }
export class Go { made() { new B().run(); } }
`, `j.Go.made > j.B.step
j.Go.made ! j.A.step
j.Base.run > j.A.step`},
}

// TestTagReceivers checks which members a walk reaches for the receivers of calls, in languages
// from tables, and where only subclasses have a member.
func TestTagReceivers(t *testing.T) {
	for name, c := range tagReceivers {
		t.Run(name, func(t *testing.T) { checkPaths(t, c.code, c.want) })
	}
}
