CREATE TABLE [dbo].[<img src=x onerror=window.broken=1>] (id int);
