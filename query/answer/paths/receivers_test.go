package paths_test

import (
	"strings"
	"testing"

	"seedgraph/query/answer/paths"
	"seedgraph/testkit/answertest"
)

// receiverPrograms are programs with expected paths: "A > B" means reachable, "A ! B" not
// reachable.
var receiverPrograms = map[string]struct{ code, want string }{
	"an inherited method runs with the class of its receiver": {`-- M.java --
class Base { void run() { step(); } void step() {} }
class A extends Base { @Override void step() { X.a(); } }
class B extends Base { @Override void step() { X.b(); } }
class C extends B { @Override void step() { X.c(); super.step(); } }
class X { static void a() {} static void b() {} static void c() {} }
class M {
  void one() { new B().run(); }
  void some(B b) { b.run(); }
  void any(Base b) { b.run(); }
  void last(C c) { c.run(); }
}
`, `M.one > X.b
M.one ! X.a
M.one ! X.c
M.some > X.b
M.some > X.c
M.some ! X.a
M.any > X.a
M.any > X.b
M.last > X.c
M.last > X.b
M.last ! X.a
A ! X.b
Base.run > X.a`},
	"a member that an interface declares again runs in the classes of that interface": {`-- M.java --
interface Dao<T> { void save(T t); }
interface AssetDao extends Dao<Asset> { void save(Asset a); }
interface DeviceDao extends Dao<Device> { void save(Device d); }
class Asset {}
class Device {}
abstract class Base<T> implements Dao<T> {
  public void save(T t) { write(); }
  void write() {}
}
class Assets extends Base<Asset> implements AssetDao { void write() { X.asset(); } }
class Devices extends Base<Device> implements DeviceDao { void write() { X.device(); } }
class X { static void asset() {} static void device() {} }
class M {
  AssetDao assets;
  Dao<Device> devices;
  void asset(Asset a) { assets.save(a); }
  void device(Device d) { devices.save(d); }
}
`, `M.asset > X.asset
M.asset ! X.device
M.device > X.device
M.device ! X.asset`},
	"a write runs the triggers of its table that its operation fires": {`-- s.sql --
CREATE TABLE dbo.Orders (Id int);
CREATE TABLE dbo.Audit (Id int);
GO
CREATE TRIGGER dbo.OrderAdded ON dbo.Orders AFTER INSERT, UPDATE AS INSERT INTO dbo.Audit (Id) SELECT Id FROM inserted;
GO
CREATE INDEX ByIds ON dbo.Orders (Id);
GO
CREATE PROCEDURE dbo.Place @id int AS INSERT INTO dbo.Orders (Id) VALUES (@id);
GO
CREATE PROCEDURE dbo.Change @id int AS UPDATE dbo.Orders SET Id = @id;
GO
CREATE PROCEDURE dbo.Blend AS MERGE dbo.Orders AS t USING dbo.Audit AS s ON t.Id = s.Id WHEN MATCHED THEN UPDATE SET Id = 1;
GO
CREATE PROCEDURE dbo.Look AS SELECT Id FROM dbo.Orders;
GO
CREATE PROCEDURE dbo.Forget AS DELETE FROM dbo.Orders;
`, `dbo.Place > dbo.Audit
dbo.Place > dbo.OrderAdded
dbo.Change > dbo.Audit
dbo.Blend > dbo.OrderAdded
dbo.Look ! dbo.Audit
dbo.Forget ! dbo.Audit
dbo.Forget > dbo.Orders
dbo.Place ! dbo.Orders.ByIds`},
	"an object of R6 is of the class that created it, and super$ is not dispatched": {`-- m.R --
gold <- function() 2
plain <- function() 1
Account <- R6::R6Class("Account", public = list(
  initialize = function() self$start(),
  start = function() 0,
  pay = function() plain(),
  audit = function() self$pay()
))
Gold <- R6::R6Class("Gold", inherit = Account, public = list(
  start = function() gold(),
  pay = function() super$pay()
))
one <- function() Account$new()
two <- function() Gold$new()
three <- function() { a <- Account$new(); b <- a$clone(); b$audit() }
four <- function(rich) { a <- if (rich) Gold$new() else Account$new(); a$audit() }
five <- function() { g <- Gold$new(); g$pay() }
`, `m.one ! m.gold
m.two > m.gold
m.three > m.plain
m.three ! m.gold
m.four > m.gold
m.five > m.plain
m.Gold.pay ! m.gold`},
	"so does one that is inherited over several calls": {`-- m.py --
class Base:
    @classmethod
    def mutate(cls): cls.perform()
    @classmethod
    def perform(cls): cls.clean()
    @classmethod
    def clean(cls): pass
class Mid(Base):
    @classmethod
    def perform(cls):
        super().perform()
        cls.save()
    @classmethod
    def save(cls): base_saved()
class One(Mid):
    @classmethod
    def clean(cls): one()
class Two(Mid):
    @classmethod
    def save(cls): two()
def one(): pass
def two(): pass
def base_saved(): pass
def do_one(): One.mutate()
def do_two(x: Two): x.mutate()
`, `do_one > m.one
do_one > base_saved
do_one ! m.two
do_two > m.two
do_two ! m.one
do_two ! base_saved`},
	"super() of Python goes on along the order of the object's class": {`-- m.py --
class Base:
    def go(self): pass
class A(Base):
    def go(self):
        a()
        super().go()
class B(Base):
    def go(self):
        b()
        super().go()
class C(A, B): pass
class D(B, A): pass
def a(): pass
def b(): pass
def both(): C().go()
def turned(): D().go()
def alone(): A().go()
def other(x: B): x.go()
`, `m.both > m.a
m.both > m.b
m.turned > m.a
m.alone > m.a
m.alone ! m.b
m.other > m.b
m.other > m.a`},
	"an abstract method of TypeScript": {`-- m.ts --
abstract class Job { run() { this.work(); } protected abstract work(): void }
class Mail extends Job { work() { send(); } }
class Bill extends Job { work() { charge(); } }
function send() {}
function charge() {}
export function now(m: Mail) { m.run(); }
export function all(jobs: Job[]) { for (const j of jobs) j.run(); }
`, `m.now > m.send
m.now ! m.charge
m.all > m.charge
m.all > m.send`},
	"an interface says which classes there may be": {`-- M.cs --
public interface IStore { void Save(); }
public interface IOrders : IStore { }
public interface ILines : IStore { }
public abstract class Store : IStore { public void Save() { Write(); } protected abstract void Write(); }
public class Orders : Store, IOrders { protected override void Write() { X.A(); } }
public class Lines : Store, ILines { protected override void Write() { X.B(); } }
public static class X { public static void A() { } public static void B() { } }
public class Cart { public void One(IOrders o) { o.Save(); } public void Any(IStore s) { s.Save(); } }
`, `Cart.One > X.A
Cart.One ! X.B
Cart.Any > X.A
Cart.Any > X.B`},
	"a member called on T runs for the type argument of the own object": {`-- M.java --
interface Rows<T> { void add(T row); }
class A { }
class B { }
class ARows implements Rows<A> { public void add(A row) { X.a(); } }
class BRows implements Rows<B> { public void add(B row) { X.b(); } }
abstract class Service<T> { Rows<T> rows; void create(T row) { rows.add(row); } }
class Mid<S, T> extends Service<T> { }
class AService extends Service<A> { }
class BService extends Mid<A, B> { }
class X { static void a() {} static void b() {} }
class M {
  void one(AService s) { s.create(null); }
  void two(BService s) { s.create(null); }
  void some(Service<B> s) { s.create(null); }
  void any(Service<?> s) { s.create(null); }
}
`, `M.one > X.a
M.one ! X.b
M.two > X.b
M.two ! X.a
M.some > X.b
M.some ! X.a
M.any > X.a
M.any > X.b`},
	"type arguments say which table is read": {`-- M.cs --
using Microsoft.EntityFrameworkCore;
namespace Shop;
public class Order { public int Id { get; set; } }
public class Line { public int Id { get; set; } }
public class Db : DbContext {
    public DbSet<Order> Orders { get; set; } = null!;
    public DbSet<Line> Lines { get; set; } = null!;
}
public interface IRepo<T> { T Get(int id); }
public class Repo<T>(Db db) : IRepo<T> where T : class { public T Get(int id) => Load(id); T Load(int id) => db.Set<T>().Find(id)!; }
public class LineRepo(Db db) : Repo<Line>(db) { }
public class Cart(IRepo<Order> orders, LineRepo lines) {
    public void One() { orders.Get(1); }
    public void Two() { lines.Get(1); }
}
`, `Cart.One > Orders|TABLE
Cart.One ! Lines|TABLE
Cart.Two > Lines|TABLE
Cart.Two ! Orders|TABLE`},
	"a repository of Spring is of the class that its own class stores": {`-- M.java --
import jakarta.persistence.*;
import org.springframework.data.jpa.repository.JpaRepository;
@Entity @Table(name = "orders") class Order { @Id Long id; }
@Entity @Table(name = "lines") class Line { @Id Long id; }
abstract class Crud<T> {
  JpaRepository<T, Long> rows;
  T get(long id) { return rows.findById(id).orElseThrow(); }
}
abstract class Dao<T> {
  @PersistenceContext EntityManager em;
  Class<T> type;
  T one(long id) { return em.find(type, id); }
}
class Orders extends Crud<Order> { }
class Lines extends Crud<Line> { }
class OrderDao extends Dao<Order> { }
class LineDao extends Dao<Line> { }
class Cart {
  Orders orders; LineDao lines;
  void one() { orders.get(1); }
  void two() { lines.one(1); }
}
`, `Cart.one > orders|TABLE
Cart.one ! lines|TABLE
Cart.two > lines|TABLE
Cart.two ! orders|TABLE`},
	"a repository of TypeORM is of the class that its own class stores": {`-- model.ts --
import { Entity } from 'typeorm';
@Entity('orders')
export class Order {}
@Entity('lines')
export class Line {}
-- base.ts --
import { Repository } from 'typeorm';
export abstract class Base<T> {
  constructor(protected readonly repo: Repository<T>) {}
  all() { return this.repo.find(); }
  built() { return this.repo.createQueryBuilder('x').delete().execute(); }
}
export class Own<E> extends Repository<E> { drop() { return this.clear(); } }
-- use.ts --
import { Repository } from 'typeorm';
import { Base, Own } from './base';
import { Order, Line } from './model';
export class Orders extends Base<Order> {
  constructor(repo: Repository<Order>) { super(repo); }
}
export class Lines extends Base<Line> {}
export class LineRepository extends Own<Line> {}
export class OrderRepository extends Own<Order> {}
export class Cart {
  constructor(private orders: Orders, private lines: Lines, private rows: LineRepository) {}
  a() { return this.orders.all(); }
  b() { return this.lines.built(); }
  c() { return this.rows.drop(); }
}
`, `use.Cart.a > dbo.orders|TABLE
use.Cart.a ! dbo.lines|TABLE
use.Cart.b > dbo.lines|TABLE
use.Cart.b ! dbo.orders|TABLE
use.Cart.c > dbo.lines|TABLE
use.Cart.c ! dbo.orders|TABLE`},
	"a repository of MikroORM is of the class that its own class stores": {`-- model.ts --
import { Entity, EntityRepository } from '@mikro-orm/core';
@Entity({ tableName: 'orders' })
export class Order {}
@Entity({ tableName: 'lines' })
export class Line {}
export class Base<T extends object> {
  constructor(private readonly repo: EntityRepository<T>) {}
  all() { return this.repo.findAll(); }
}
export class Orders extends Base<Order> {}
export class Lines extends Base<Line> {}
export class Cart {
  constructor(private orders: Orders) {}
  a() { return this.orders.all(); }
}
`, `model.Cart.a > dbo.orders|TABLE
model.Cart.a ! dbo.lines|TABLE`},
	"what a base class makes of what its classes say is theirs": {`-- t.sql --
CREATE TABLE dbo.Orders (Id int);
GO
CREATE TABLE dbo.Lines (Id int);
-- M.cs --
public abstract class Repo {
    protected abstract string Table { get; }
    public void Clear(Db db) { db.Execute($"DELETE FROM dbo.{Table}"); }
}
public class Orders : Repo { protected override string Table => "Orders"; }
public class Lines : Repo { protected override string Table => "Lines"; }
public class Job { public void Run(Orders o, Db db) { o.Clear(db); } }
`, `Job.Run > dbo.Orders|TABLE
Job.Run ! dbo.Lines|TABLE`},
	"of two bases the first that has the member is meant": {`-- m.py --
class Base:
    def run(self): self.step()
    def step(self): plain()
class Loud(Base):
    def step(self): loud()
class Quiet(Base):
    pass
class Both(Quiet, Loud):
    pass
def plain(): pass
def loud(): pass
def both(b: Both): b.run()
def quiet(): Quiet().run()
`, `m.both > m.loud
m.both ! m.plain
m.quiet > m.plain
m.quiet ! m.loud`},
}

// TestReceivers checks that walks keep track of receivers.
func TestReceivers(t *testing.T) {
	for name, c := range receiverPrograms {
		t.Run(name, func(t *testing.T) { checkPaths(t, c.code, c.want) })
	}
}

// checkPaths checks which nodes of the program in an archive reach others.
func checkPaths(t *testing.T, code, want string) {
	x := answertest.Sources(t, code)
	for _, line := range strings.Split(want, "\n") {
		from, to, leads := strings.Cut(line, " > ")
		if !leads {
			from, to, _ = strings.Cut(line, " ! ")
		}
		a, err := find(t, x, from, to, paths.Options{MaxDepth: 20})
		if err != nil || a.Connected != leads {
			t.Errorf("%s: %v, %v", line, a, err)
		}
	}
}

// TestPartialClasses checks that the parts of a class are one class: a member of one part
// runs on an object in another part.
func TestPartialClasses(t *testing.T) {
	x := answertest.Sources(t, `-- A.cs --
namespace Shop;
public partial class Box<T>
{
    public void Open(string s) { Fill(s); }
    internal Log Log { get; }
}
public partial class Base { public void Run() { Step(); } }
public class Log { public void Add(string s) { } public void End() { } }
public class Other { public void Fill(string s) { new Log().End(); } }
-- B.cs --
namespace Shop;
public partial class Box<T> { public void Fill(string s) { Log.Add(s); } }
public partial class Base { protected virtual void Step() { new Log().Add(""); } }
public class Derived : Base { protected override void Step() { new Log().End(); } }
`)
	for _, c := range []struct{ from, to, want string }{
		{"Box.Open", "Log.Add", "yes"},
		{"Box.Open", "Log.End", "no"},
		{"Base.Run", "Log.Add", "yes"},
		{"Base.Run", "Log.End", "yes"},
	} {
		a, err := find(t, x, c.from, c.to, paths.Options{})
		if err != nil || a.Answer != c.want {
			t.Errorf("%s to %s: %v, %v", c.from, c.to, a, err)
		}
	}
}
