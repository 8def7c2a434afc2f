using Microsoft.EntityFrameworkCore.Migrations;

namespace Shop.Api.Migrations;

public partial class Init : Migration
{
    protected override void Up(MigrationBuilder migrationBuilder)
    {
        migrationBuilder.CreateTable(
            name: "CustomerOrders",
            schema: "sales",
            columns: table => new
            {
                Id = table.Column<int>(nullable: false),
                Customer = table.Column<string>(nullable: false),
                Closed = table.Column<bool>(nullable: false)
            },
            constraints: table => table.PrimaryKey("PK_CustomerOrders", x => x.Id));
    }

    protected override void Down(MigrationBuilder migrationBuilder) =>
        migrationBuilder.DropTable(name: "CustomerOrders", schema: "sales");
}
